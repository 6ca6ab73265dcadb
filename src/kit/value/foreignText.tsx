import { shownText } from "./shownText.ts";

/** Text that a device sent or a person typed: nothing in it acts on what stands around it. */
export function ForeignText({ text }: { text: string }) {
  return <bdi>{shownText(text)}</bdi>;
}
