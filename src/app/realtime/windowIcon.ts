import plain from "#src/public/icon.svg?raw";

const most = 99;
const plainAddress = "/icon.svg";

/** The window's icon with a count over its lower part: as large as has room, since it is drawn 16 px high. */
const marked = (count: number, colour: string, ground: string): string => {
  const text = count > most ? `${most}+` : String(count);
  const size = text.length > 2 ? 17 : 22;
  const mark =
    `<rect y="10" width="32" height="22" rx="6" fill="${colour}"/>` +
    `<text x="16" y="21" dy=".36em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="${ground}">${text}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(plain.replace("</svg>", `${mark}</svg>`))}`;
};

const show = (address: string): void => document.querySelector('link[rel="icon"]')?.setAttribute("href", address);

export const plainIcon = (): void => show(plainAddress);

/** Marks the window's icon with a count in the level's colour. */
export const markIcon = (count: number, level: number): void => {
  const style = getComputedStyle(document.body);
  const token = (name: string) => style.getPropertyValue(`--gh-level-${level}${name}`).trim();
  show(marked(count, token(""), token("-ground")));
};
