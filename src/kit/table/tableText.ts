/** Rows of cells as TSV without a header; tabs and line ends inside a cell become spaces so that columns stay in step. */
export function tsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n");
}

/** Puts text on the clipboard; on plain http, where browsers have no clipboard object, through a hidden text area. Tells whether it worked. */
export async function copyText(text: string, host: HTMLElement): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyThroughTextArea(text, host);
    }
  }
  return copyThroughTextArea(text, host);
}

function copyThroughTextArea(text: string, host: HTMLElement): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.tabIndex = -1;
  area.setAttribute("aria-hidden", "true");
  area.className = "gh-table-offscreen";
  host.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
