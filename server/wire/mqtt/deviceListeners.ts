import type { BrokerOptions } from "./brokerOptions.ts";
import { openCertificate } from "./certificateFiles.ts";
import { type DeviceListener, type ListenerOptions, openListener } from "./deviceListener.ts";

export interface DeviceListeners {
  readonly port: number;
  readonly tlsPort: number | undefined;
  close(): Promise<unknown>;
}

const minute = 60_000;

/** Takes devices' connections over TCP and, where that is asked for, TLS, whose certificate is read again when it has changed. */
export const openListeners = async (
  { port, host, tls, log, proxyProtocol = false }: BrokerOptions,
  shared: Pick<ListenerOptions, "maxConnections" | "openings" | "openingMs" | "take" | "crowded">,
): Promise<DeviceListeners> => {
  const listen = (at: number, more: Partial<Pick<ListenerOptions, "secureContext">> = {}): Promise<DeviceListener> =>
    openListener({
      ...{ ...shared, port: at, host, proxyProtocol },
      failed: (error) => log.error({ err: error }, "device listener failed"),
      spoiled: (fault, remote) => log.error({ remote, err: fault }, "a connection of a device could not be opened and is closed"),
      ...more,
    });
  const certificate =
    tls &&
    openCertificate({
      ...tls,
      everyMs: tls.everyMs ?? minute,
      changed: () => log.info({}, "the certificate for devices was read again"),
      failed: (fault) => log.error({ err: fault }, "the certificate for devices cannot be read again, the one from before goes on"),
    });
  const plain = await listen(port);
  const secured = tls && (await listen(tls.port, certificate ? { secureContext: certificate.current } : {}));
  return {
    port: plain.port,
    tlsPort: secured?.port,
    close() {
      certificate?.stop();
      return Promise.all([plain.close(), secured?.close()]);
    },
  };
};
