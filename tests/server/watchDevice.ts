import { io } from "socket.io-client";
import { expect } from "vitest";
import type { Site } from "#tests/server/site.ts";

/** An open page of a device, which is told what is stale. */
export const watchDevice = async (site: Site, token: string, deviceId: string) => {
  const socket = io(site.base, { query: { token, lang: "en", page: "p" }, transports: ["websocket"], reconnection: false });
  const stale: string[] = [];
  socket.on("stale", (resources: string[]) => stale.push(...resources));
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  const answer = await new Promise<{ code: number }>((resolve) => socket.emit("subscibe_device_on", { token, deviceId }, resolve));
  expect(answer.code).toBe(0);
  return { socket, stale };
};
