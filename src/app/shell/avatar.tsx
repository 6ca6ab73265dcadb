import { useState } from "react";

/** The picture, or the first letter of the name where there is none. */
export function Avatar({ url, name }: { url: string; name: string }) {
  const [broken, setBroken] = useState("");
  if (url && broken !== url) return <img className="gh-avatar" src={url} alt="" onError={() => setBroken(url)} />;
  return (
    <span className="gh-avatar" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
