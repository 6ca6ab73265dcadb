import { limits } from "#contract/limits.ts";
import { captchaPicture, captchaSize, captchaText } from "#server/auth/captchaPicture.ts";
import type { Held, Kind, ShortLived } from "#server/shortLived/shortLived.ts";

export interface Captchas {
  /** A new picture for this random number; the one before it is gone. */
  draw(random: string): Promise<{ image: string; seconds: number }>;
  /** Looks without using up, but a wrong look uses up: otherwise it could be guessed by looking. */
  look(random: string, answer: string): Promise<boolean>;
  /** Answers once: right or wrong, the captcha is used up. One that is held answers to its holder alone. */
  use(random: string, answer: string, holder?: string): Promise<boolean>;
  /** Reopens an answer that was just right, for the second step of the same account. */
  hold(random: string, answer: string, holder: string): Promise<void>;
  /** The answer of a captcha that is still open, for tests and for the operator's command line. */
  peek(random: string): Promise<string | undefined>;
}

interface Open {
  readonly text: string;
  readonly holder?: string;
}

const opened: Kind<Open> = { name: "captcha", most: 20_000 };

/** The call answers an SVG text; all that is in it is the picture. */
const asSvg = (picture: Buffer): string => {
  const [width, height] = [captchaSize.width / 2, captchaSize.height / 2];
  const source = `data:image/png;base64,${picture.toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${source}"/></svg>`;
};

export const openCaptchas = (shortLived: ShortLived): Captchas => {
  const { now } = shortLived;
  /** Over the wait for another code and the life of that code. */
  const heldUntil = (): number => now() + (limits.resend.loginSeconds + limits.captcha.ttlSeconds) * 1000;
  const same = (captcha: Open | undefined, answer: string, holder?: string): boolean =>
    captcha !== undefined && (captcha.holder ?? holder) === holder && captcha.text.toLowerCase() === answer.trim().toLowerCase();
  const judge = (random: string, decide: (held: Held<Open>) => boolean): Promise<boolean> => shortLived.step(opened, [random], decide);
  return {
    async draw(random) {
      const text = captchaText(limits.captcha.length);
      await shortLived.step(opened, [random], (held) => held.put(random, { text }, now() + limits.captcha.ttlSeconds * 1000));
      return { image: asSvg(captchaPicture(text)), seconds: limits.captcha.ttlSeconds };
    },
    look: (random, answer) =>
      judge(random, (held) => {
        const right = same(held.of(random), answer);
        if (!right) held.drop(random);
        return right;
      }),
    use: (random, answer, holder) =>
      judge(random, (held) => {
        const right = same(held.of(random), answer, holder);
        held.drop(random);
        return right;
      }),
    async hold(random, answer, holder) {
      await shortLived.step(opened, [random], (held) => held.put(random, { text: answer.trim(), holder }, heldUntil()));
    },
    async peek(random) {
      const captcha = await shortLived.read(opened, random);
      return captcha?.holder === undefined ? captcha?.text : undefined;
    },
  };
};
