// @vitest-environment jsdom
import { expect, it } from "vitest";
import { Calendar } from "#src/kit/form/calendar.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

it("marks the day that it is in the user's zone, not in the browser's", () => {
  const day = new Date(2026, 2, 14);
  const { container } = showPage(<Calendar value={day} today={day} precise={false} shortcuts={[]} onPick={() => undefined} />);
  expect([...container.querySelectorAll(".rdp-day_today")].map(({ textContent }) => textContent)).toEqual(["14"]);
});
