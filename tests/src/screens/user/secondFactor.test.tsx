// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { user } from "#contract/resources/user.ts";
import { SecondFactor } from "#src/screens/user/secondFactor.tsx";
import { userCalls } from "#store/handles/user.ts";
import { showPage } from "#tests/src/pageSite.tsx";
import { nobody } from "#tests/src/shell/consoleHarness.tsx";

/** As the profile shows it: of who one is by now. */
function Own() {
  const { data } = userCalls.my.useQuery({});
  return data && <SecondFactor me={data} />;
}

const codes = ["aaaa-1111", "bbbb-2222"];
const { totp_begin, totp_confirm, totp_end, my } = user.calls;

const showFactor = () => {
  let secondFactor: "none" | "totp" = "none";
  const paths = [totp_begin.path, totp_confirm.path, totp_end.path];
  const page = showPage(<Own />, {
    ...{ at: "/profile", paths, menu: { "/profile": paths } },
    answers: {
      [my.path]: () => ({ data: { ...nobody, secondFactor, recoveryCodes: codes.length } }),
      [totp_begin.path]: () => ({ data: { secret: "JBSWY3DPEHPK3PXP", address: "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP" } }),
      [totp_confirm.path]: () => {
        secondFactor = "totp";
        return { data: { recoveryCodes: codes } };
      },
      [totp_end.path]: () => {
        secondFactor = "none";
        return { data: null };
      },
    },
  });
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  return { ...page, type, press };
};

it("recovery codes stand in the page once they are given, and no longer once the authenticator is turned off", async () => {
  const { type, press, said, container } = showFactor();
  await screen.findByRole("button", { name: "Set up an authenticator app" });
  type("Current password", "Sun-and-moon-7");
  press("Set up an authenticator app");
  await screen.findByText("JBSWY3DPEHPK3PXP");
  type("Authenticator code", "123456");
  press("Confirm");
  for (const code of codes) await screen.findByText(code);
  expect(screen.queryByText("JBSWY3DPEHPK3PXP")).toBeNull();
  await screen.findByRole("button", { name: "Turn off authenticator" });
  type("Current password", "Sun-and-moon-7");
  type("Two-factor code", "654321");
  press("Turn off authenticator");
  await screen.findByRole("button", { name: "Set up an authenticator app" });
  await waitFor(() => expect(said).toEqual(["Authenticator turned off"]));
  for (const code of codes) expect(container.innerHTML).not.toContain(code);
});
