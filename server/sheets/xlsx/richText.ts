/** Collects the runs of a text; how it is pronounced (`rPh`) is no part of it. */
export class RichText {
  #text = "";
  #spoken = 0;
  #inText = false;

  open(name: string): void {
    if (name === "rPh") this.#spoken += 1;
    else if (name === "t") this.#inText = this.#spoken === 0;
  }

  close(name: string): void {
    if (name === "rPh") this.#spoken -= 1;
    else if (name === "t") this.#inText = false;
  }

  add(text: string): void {
    if (this.#inText) this.#text += text;
  }

  /** The text so far; begins anew. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}
