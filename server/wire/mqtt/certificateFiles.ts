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

/** Reads the certificate and its key, and again whenever one of the files has changed. Throws a ConfigFault when they cannot be used at first. */
export function openCertificate({ certificate, key, everyMs, changed, failed }: Options): Certificate {
  const state = (): string => [certificate, key].map((file) => `${statSync(file).mtimeMs} ${statSync(file).size}`).join();
  const read = (): SecureContext => createSecureContext({ cert: readFileSync(certificate), key: readFileSync(key) });
  const atFirst = (): { seen: string; context: SecureContext } => {
    try {
      return { seen: state(), context: read() };
    } catch (fault) {
      throw new ConfigFault(`MQTTS_CERT, MQTTS_KEY: ${fault instanceof Error ? fault.message : fault}`);
    }
  };
  let { seen, context } = atFirst();
  const timer = setInterval(() => {
    try {
      const now = state();
      if (now === seen) return;
      seen = now;
      context = read();
      changed();
    } catch (fault) {
      failed(fault);
    }
  }, everyMs).unref();
  return { current: () => context, stop: () => clearInterval(timer) };
}
