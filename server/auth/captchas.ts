import { limits } from "#contract/limits.ts";
import { captchaPicture, captchaSize, captchaText } from "#server/auth/captchaPicture.ts";

export interface Captchas {
  /** A new picture for this random number; the one before it is gone. */
  draw(random: string): { image: string; seconds: number };
  /** Looks without using up, but a wrong look uses up: otherwise it could be guessed by looking. */
  look(random: string, answer: string): boolean;
  /** Answers once: right or wrong, the captcha is used up. One that is held answers to its holder alone. */
  use(random: string, answer: string, holder?: string): boolean;
  /** Reopens an answer that was just right, for the second step of the same account. */
  hold(random: string, answer: string, holder: string): void;
  /** Holds what is held for this account as long again; false when nothing is. */
  prolong(holder: string): boolean;
  /** The answer of a captcha that is still open, for tests and for the operator's command line. */
  peek(random: string): string | undefined;
}

const most = 20_000;

/** The call answers an SVG text; all that is in it is the picture. */
const asSvg = (picture: Buffer): string => {
  const [width, height] = [captchaSize.width / 2, captchaSize.height / 2];
  const source = `data:image/png;base64,${picture.toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${source}"/></svg>`;
};

export const openCaptchas = (now: () => number): Captchas => {
  const open = new Map<string, { text: string; until: number; holder?: string }>();
  /** Over the wait for another code and the life of that code. */
  const heldUntil = (): number => now() + (limits.resend.loginSeconds + limits.captcha.ttlSeconds) * 1000;
  const live = (random: string, holder?: string): string | undefined => {
    const captcha = open.get(random);
    return captcha && captcha.until > now() && captcha.holder === holder ? captcha.text : undefined;
  };
  const same = (text: string | undefined, answer: string): boolean =>
    text !== undefined && text.toLowerCase() === answer.trim().toLowerCase();
  const sweep = (): void => {
    for (const [random, captcha] of open) if (captcha.until <= now() || open.size > most) open.delete(random);
  };
  return {
    draw(random) {
      if (open.size >= most) sweep();
      const text = captchaText(limits.captcha.length);
      open.delete(random);
      open.set(random, { text, until: now() + limits.captcha.ttlSeconds * 1000 });
      return { image: asSvg(captchaPicture(text)), seconds: limits.captcha.ttlSeconds };
    },
    look(random, answer) {
      const right = same(live(random), answer);
      if (!right) open.delete(random);
      return right;
    },
    use(random, answer, holder) {
      const right = same(live(random, holder), answer) || same(live(random), answer);
      open.delete(random);
      return right;
    },
    hold(random, answer, holder) {
      open.set(random, { text: answer.trim(), until: heldUntil(), holder });
    },
    prolong(holder) {
      const held = [...open.values()].filter((captcha) => captcha.holder === holder && captcha.until > now());
      for (const captcha of held) captcha.until = heldUntil();
      return held.length > 0;
    },
    peek: (random) => live(random),
  };
};
