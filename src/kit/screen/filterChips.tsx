import { Button, InputGroup, Menu, MenuItem } from "@blueprintjs/core";
import { useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import type { ChoiceSource } from "#src/kit/form/choices.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { ChipPopover } from "./chipPopover.tsx";
import type { FilterSpec } from "./screenDefinition.ts";

const Finder = lazyPart(async () => (await import("#src/kit/form/finder.tsx")).Finder, { place: "nook" });
const DayChip = lazyPart(async () => (await import("./dayChip.tsx")).DayChip, { place: "nook" });

interface ChipProps {
  screen: string;
  spec: FilterSpec;
  value: string;
  onFilter(id: string, value: string): void;
}

const noIds: ReadonlySet<string> = new Set();
const noOptions = (): readonly Option[] => [];
const noSource: ChoiceSource = { useFound: () => ({ choices: [], looking: false }), useName: () => "" };

export const filterLabel = (screen: string, { id, label }: FilterSpec, intl: IntlShape): string =>
  intl.formatMessage({ id: label ?? `${screen}.filter.${id}` });

/** Label, choices and the value in words of one filter. */
const useFilter = (screen: string, spec: FilterSpec, value: string) => {
  const intl = useIntl();
  const useOptions = spec.useOptions ?? noOptions;
  const given = useOptions();
  const own = (spec.values ?? []).map((one) => ({ value: one, label: intl.formatMessage({ id: `${screen}.option.${spec.id}.${one}` }) }));
  const options: readonly Option[] = [...own, ...given];
  const { useName } = spec.source ?? noSource;
  const name = useName(value);
  const label = filterLabel(screen, spec, intl);
  const chosen = options.find((option) => String(option.value) === value)?.label;
  return { label, options, words: spec.kind === "boolean" ? label : (chosen ?? (name || value)) };
};

/** What a filter asks for, in words. */
export function FilterWords({ screen, spec, value }: Omit<ChipProps, "onFilter">) {
  return useFilter(screen, spec, value).words;
}

function FilterChip({ screen, spec, value, onFilter }: ChipProps) {
  const intl = useIntl();
  const { label, options, words } = useFilter(screen, spec, value);
  const { useFound } = spec.source ?? noSource;
  if (spec.kind === "boolean") {
    const on = value === "true";
    return (
      <Button
        size="small"
        className="gh-chip"
        active={on}
        aria-pressed={on}
        text={label}
        onClick={() => onFilter(spec.id, on ? "" : "true")}
      />
    );
  }
  const content = (close: () => void) => {
    const set = (next: string) => {
      onFilter(spec.id, next);
      close();
    };
    return spec.kind === "find" ? (
      <div className="gh-chip-find">
        <Finder autoFocus label={label} useFound={useFound} shown="" onPick={({ id }) => set(id)} />
      </div>
    ) : spec.kind === "select" ? (
      <Menu className="gh-chip-menu">
        {options.map((option) => (
          <MenuItem
            key={String(option.value)}
            text={option.label}
            roleStructure="listoption"
            selected={String(option.value) === value}
            onClick={() => set(String(option.value))}
          />
        ))}
      </Menu>
    ) : spec.kind === "date" ? (
      <DayChip label={label} value={value} onSet={set} />
    ) : (
      <form
        className="gh-chip-form"
        onSubmit={(event) => {
          event.preventDefault();
          set(String(new FormData(event.currentTarget).get("value") ?? ""));
        }}
      >
        <InputGroup name="value" type="text" defaultValue={value} aria-label={label} autoFocus maxLength={200} />
        <Button type="submit" icon="tick" aria-label={intl.formatMessage({ id: "screen.filter.apply" })} />
      </form>
    );
  };
  return (
    <span className="gh-chip-pair">
      <ChipPopover
        placement="bottom-start"
        button={{
          size: "small",
          className: "gh-chip",
          active: value !== "",
          text: value === "" ? label : intl.formatMessage({ id: "screen.filter.set" }, { label, value: words }),
        }}
        content={content}
      />
      {value !== "" && (
        <Button
          size="small"
          variant="minimal"
          icon="small-cross"
          aria-label={intl.formatMessage({ id: "screen.filter.remove" }, { label })}
          onClick={() => onFilter(spec.id, "")}
        />
      )}
    </span>
  );
}

interface FilterChipsProps {
  screen: string;
  filters: readonly FilterSpec[];
  values: Readonly<Record<string, string>>;
  onFilter(id: string, value: string): void;
}

/** Filters as chips, each opening in place. Those that stand aside are in a menu, until one is set or fetched from there. */
export function FilterChips({ screen, filters, values, onFilter }: FilterChipsProps) {
  const intl = useIntl();
  const [fetched, setFetched] = useState<ReadonlySet<string>>(noIds);
  const shown = filters.filter(({ id, aside }) => !aside || id in values || fetched.has(id));
  const rest = filters.filter((spec) => !shown.includes(spec));
  return (
    <>
      {shown.map((spec) => (
        <FilterChip key={spec.id} screen={screen} spec={spec} value={values[spec.id] ?? ""} onFilter={onFilter} />
      ))}
      {rest.length > 0 && (
        <ChipPopover
          placement="bottom-start"
          button={{
            ...{ size: "small", className: "gh-chip", icon: "filter-list", title: intl.formatMessage({ id: "screen.filter.more" }) },
            "aria-label": intl.formatMessage({ id: "screen.filter.more" }),
          }}
          content={(close) => (
            <Menu>
              {rest.map((spec) => (
                <MenuItem
                  key={spec.id}
                  text={filterLabel(screen, spec, intl)}
                  onClick={() => {
                    close();
                    setFetched(new Set([...fetched, spec.id]));
                  }}
                />
              ))}
            </Menu>
          )}
        />
      )}
    </>
  );
}
