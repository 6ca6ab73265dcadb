/** True when the address asks for nothing but data: its query, before or behind the hash, has hdpi=0. */
export const onlyDataAsked = (address: Pick<Location, "search" | "hash">): boolean =>
  [address.search, address.hash.slice(Math.max(0, address.hash.indexOf("?")))].some(
    (query) => new URLSearchParams(query).get("hdpi") === "0",
  );
