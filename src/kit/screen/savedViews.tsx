import { Button, Classes, InputGroup, Menu, MenuDivider, MenuItem } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useSetSearch } from "#src/kit/view/viewLocation.ts";
import { userTempDataCalls } from "#store/handles/userTempData.ts";
import { ChipPopover } from "./chipPopover.tsx";
import { type ListDefaults, type ListState, writeListState } from "./listState.ts";

const views = z.array(z.object({ name: z.string(), search: z.string() }));
type View = z.output<typeof views>[number];

const parsed = (text: string | undefined): View[] => {
  if (text === undefined) return [];
  try {
    return views.parse(JSON.parse(text));
  } catch {
    return [];
  }
};

interface SavedViewsProps {
  route: string;
  state: ListState;
  defaults: ListDefaults;
}

/** The user's own views of a list by name: filters, order and page size, kept by the server under `views:<route>`. */
export function SavedViews({ route, state, defaults }: SavedViewsProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const confirm = useConfirm();
  const setSearch = useSetSearch();
  const key = `views:${route}`;
  const { data } = userTempDataCalls.query.useQuery({ key });
  const [post, { isLoading }] = userTempDataCalls.post.useMutation();
  const kept = parsed(data?.list.find((entry) => entry.key === key)?.value);
  const search = writeListState(new URLSearchParams(), { ...state, pageNo: 1 }, defaults).toString();
  const current = kept.find((view) => view.search === search);
  const keep = async (next: readonly View[]) => {
    const { error } = await post({ key, value: JSON.stringify(next) });
    if (error) toasts.refused(asRefusal(error));
    return error === undefined;
  };
  const save = async (form: HTMLFormElement) => {
    const name = String(new FormData(form).get("name") ?? "").trim();
    if (name === "") return;
    const next = [...kept.filter((view) => view.name !== name), { name, search }].sort((one, other) => one.name.localeCompare(other.name));
    if (await keep(next)) form.reset();
  };
  const drop = async (view: View) => {
    if (await confirm({ kind: "delete", detail: view.name })) await keep(kept.filter((other) => other !== view));
  };
  const apply = (view: View) => {
    const wanted = new URLSearchParams(view.search);
    setSearch(() => wanted, { replace: false });
  };
  const content = (close: () => void) => (
    <div className="gh-views">
      {kept.length > 0 && (
        <>
          <Menu>
            {kept.map((view) => (
              <MenuItem
                key={view.name}
                text={view.name}
                active={view === current}
                onClick={() => {
                  apply(view);
                  close();
                }}
                labelElement={
                  <Button
                    size="small"
                    variant="minimal"
                    icon="trash"
                    aria-label={intl.formatMessage({ id: "screen.views.remove" }, { name: view.name })}
                    onClick={(event) => {
                      event.stopPropagation();
                      void drop(view);
                    }}
                  />
                }
              />
            ))}
          </Menu>
          <MenuDivider />
        </>
      )}
      <form
        className="gh-chip-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <InputGroup
          name="name"
          aria-label={intl.formatMessage({ id: "screen.views.name" })}
          placeholder={intl.formatMessage({ id: "screen.views.name" })}
          maxLength={limits.names.template}
          autoComplete="off"
        />
        <Button type="submit" icon="tick" loading={isLoading} text={intl.formatMessage({ id: "screen.views.save" })} />
      </form>
      <p className={`${Classes.TEXT_MUTED} gh-views-help`}>{intl.formatMessage({ id: "screen.views.help" })}</p>
    </div>
  );
  return (
    <ChipPopover
      placement="bottom-end"
      button={{ icon: "th-list", text: current?.name ?? intl.formatMessage({ id: "screen.views" }) }}
      content={content}
    />
  );
}
