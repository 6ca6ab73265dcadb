import { Button } from "@blueprintjs/core";
import type { ReactNode, RefObject } from "react";
import { useIntl } from "react-intl";
import type { z } from "zod";
import type { FileFormat } from "#contract/fileFormat.ts";
import { useSession } from "#src/session/sessionView.ts";
import { ExportButton } from "./exportButton.tsx";
import { FilterChips } from "./filterChips.tsx";
import type { ListState, ListStep } from "./listState.ts";
import type { ScreenDefinition, ScreenTools } from "./screenDefinition.ts";
import { SearchBox } from "./searchBox.tsx";
import { isGranted, useAllowed } from "./useAllowed.ts";
import { useButtonIntent } from "./useButtonIntent.ts";

interface PageHeadProps<Row, S extends z.ZodObject> {
  definition: ScreenDefinition<Row, S>;
  state: ListState;
  /** What the chips say: filters as the address has them. */
  chips: ListState["filters"];
  step(step: ListStep): void;
  total: number | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
  tools: ScreenTools<Row>;
  onAdd: (() => void) | undefined;
  /** Where no call of its own makes the file. */
  onExport(format: FileFormat): Promise<void>;
  onPrint(): Promise<void>;
  bulkBar: ReactNode;
  /** Drawn before the actions. */
  views: ReactNode;
}

const worded = (word: string, iconAlone = false) => (iconAlone ? { "aria-label": word, title: word } : { text: word });

/** Title and count, search and filters (or what can be done with the ticked rows), and at the right the actions. */
export function PageHead<Row, S extends z.ZodObject>(props: PageHeadProps<Row, S>) {
  const { definition, state, chips, step, total, searchRef, tools, onAdd, onExport, onPrint, bulkBar, views } = props;
  const { id, search, filters = [], actions = [], exports, otherExports = [] } = definition;
  const intl = useIntl();
  const allowed = useAllowed();
  const { me } = useSession();
  const intent = useButtonIntent();
  const onFilter = (filter: string, value: string) => step({ type: "filter", id: filter, value });
  const shownActions = actions.filter((action) => !action.call || allowed(action.call, action.view));
  const offered = filters.filter((spec) => !spec.call || spec.id in chips || isGranted(me.paths, spec.call));
  return (
    <header className="gh-page-head">
      <h1 className="gh-page-title">
        {intl.formatMessage({ id: `${id}.title` })}
        {total !== undefined && <span className="gh-page-count">{intl.formatNumber(total)}</span>}
      </h1>
      {bulkBar ?? (
        <search className="gh-page-filters">
          {search && (
            <SearchBox
              label={intl.formatMessage({ id: `${id}.filter.${search}` })}
              value={state.filters[search] ?? ""}
              onSearch={(value) => onFilter(search, value)}
              inputRef={searchRef}
            />
          )}
          <FilterChips screen={id} filters={offered} values={chips} onFilter={onFilter} />
        </search>
      )}
      <div className="gh-page-actions">
        {views}
        {onAdd && <Button intent={intent} icon="plus" text={intl.formatMessage({ id: `${id}.action.add` })} onClick={onAdd} />}
        {shownActions.map((action) => (
          <Button
            key={action.id}
            icon={action.icon}
            intent={action.primary ? intent : (action.intent ?? "none")}
            {...worded(intl.formatMessage({ id: `${id}.action.${action.id}` }), action.iconAlone)}
            onClick={() => void action.run(tools, state)}
          />
        ))}
        {(!exports || allowed(exports.call)) && (
          <ExportButton
            text={intl.formatMessage({ id: "screen.export" })}
            onExport={(format) => (exports ? exports.run(state, format) : onExport(format))}
            onPrint={onPrint}
            others={otherExports
              .filter(({ call }) => allowed(call))
              .map((other) => ({
                ...{ id: other.id, icon: other.icon, text: intl.formatMessage({ id: `${id}.action.${other.id}` }) },
                run: () => other.run(state),
              }))}
          />
        )}
      </div>
    </header>
  );
}
