import { type IconName, Menu, MenuDivider, MenuItem } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { type FileFormat, fileFormats } from "#contract/fileFormat.ts";
import { ChipPopover } from "./chipPopover.tsx";

interface ExportButtonProps {
  text: string;
  small?: boolean;
  disabled?: boolean;
  /** Settles when the file is there or was refused. */
  onExport(format: FileFormat): Promise<void>;
  /** Settles when all rows are at the printer's dialog. */
  onPrint?: (() => Promise<void>) | undefined;
  /** Files besides the table as it is shown. */
  others?: readonly OtherExport[];
}

export interface OtherExport {
  id: string;
  icon: IconName;
  /** Translated. */
  text: string;
  run(): Promise<void>;
}

/** Asks for a table as a file, in one of the formats; busy until it comes. */
export function ExportButton({ text, small = false, disabled = false, onExport, onPrint, others = [] }: ExportButtonProps) {
  const intl = useIntl();
  const [loading, setLoading] = useState(false);
  const take = async (work: () => Promise<void>) => {
    setLoading(true);
    try {
      await work();
    } finally {
      setLoading(false);
    }
  };
  return (
    <ChipPopover
      button={{ icon: "export", text, loading, disabled, ...(small ? { size: "small" } : {}) }}
      placement="bottom-end"
      content={(close) => (
        <Menu>
          {fileFormats.map((format) => (
            <MenuItem
              key={format}
              icon={format === "xlsx" ? "th" : "document"}
              text={intl.formatMessage({ id: `file.format.${format}` })}
              label={intl.formatMessage({ id: `file.format.${format}.for` })}
              onClick={() => {
                close();
                void take(() => onExport(format));
              }}
            />
          ))}
          {others.length > 0 && <MenuDivider />}
          {others.map(({ id, icon, text: word, run }) => (
            <MenuItem
              key={id}
              icon={icon}
              text={word}
              onClick={() => {
                close();
                void take(run);
              }}
            />
          ))}
          {onPrint && (
            <>
              <MenuDivider />
              <MenuItem
                icon="print"
                text={intl.formatMessage({ id: "screen.print" })}
                onClick={() => {
                  close();
                  void take(onPrint);
                }}
              />
            </>
          )}
        </Menu>
      )}
    />
  );
}
