import { readFileSync, statSync } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";
import { ConfigFault } from "#server/config.ts";

export interface CertificateFiles {
  certificate: string;
  key: string;
}

export interface Certificate {
  current(): SecureContext;
  stop(): void;
}

interface Options extends CertificateFiles {
  /** How often the files are looked at. */
  everyMs: number;
  changed(): void;
  /** The files cannot be used; what was read before goes on. */
  failed(fault: unknown): void;
}

const read = (setting: string, file: string, what: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (fault) {
    const why = fault instanceof Error && "code" in fault ? fault.code : fault;
    throw new ConfigFault(`${setting}: ${file} cannot be read (${why}): name the file of ${what}, and let the server's account read it`);
  }
};

const refusing = <T>(use: () => T, line: string): T => {
  try {
    return use();
  } catch (fault) {
    throw new ConfigFault(line, { cause: fault });
  }
};

/** Throws, with the setting whose file it is and what that has to hold. */
const contextOf = ({ certificate, key: keyFile }: CertificateFiles): SecureContext => {
  const cert = read("MQTTS_CERT", certificate, "the certificate");
  const key = read("MQTTS_KEY", keyFile, "the certificate's private key");
  refusing(
    () => createSecureContext({ cert }),
    `MQTTS_CERT: ${certificate} holds no certificate that can be read: it has to be in PEM, with its chain behind it`,
  );
  refusing(
    () => createSecureContext({ key }),
    `MQTTS_KEY: ${keyFile} holds no private key that can be read: it has to be in PEM, without a password`,
  );
  return refusing(
    () => createSecureContext({ cert, key }),
    `MQTTS_KEY: ${keyFile} is not the key of the certificate in ${certificate}: name the two that belong together`,
  );
};

/** Reads the certificate and its key, and again whenever one of the files has changed. Throws a ConfigFault when they cannot be used at first. */
export const openCertificate = ({ certificate, key, everyMs, changed, failed }: Options): Certificate => {
  const state = (): string => [certificate, key].map((file) => `${statSync(file).mtimeMs} ${statSync(file).size}`).join();
  contextOf({ certificate, key });
  // Noted before it is read for good: what changes in between is seen as a change.
  let seen = state();
  let context = contextOf({ certificate, key });
  const timer = setInterval(() => {
    try {
      const now = state();
      if (now === seen) return;
      seen = now;
      context = contextOf({ certificate, key });
      changed();
    } catch (fault) {
      failed(fault);
    }
  }, everyMs).unref();
  return { current: () => context, stop: () => clearInterval(timer) };
};
