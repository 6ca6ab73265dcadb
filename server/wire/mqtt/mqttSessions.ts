import { Readable } from "node:stream";

/**
 * What aedes keeps between and beside connections: nothing. Every session is clean, nothing is retained, commands are written straight to
 * their socket and wills stay with their connection, so that no device can make the server's memory grow. Only the ids of half-done
 * QoS 2 messages are kept, with their connection; aedes limits how many.
 */
export const forgetfulPersistence = () => {
  const halfDone = new WeakMap<object, Set<number>>();
  const idsOf = (client: object) => {
    const ids = halfDone.get(client) ?? new Set();
    halfDone.set(client, ids);
    return ids;
  };
  const nothing = async () => undefined;
  const none = async () => [];
  const empty = () => Readable.from([]);
  return {
    setup: async () => undefined,
    storeRetained: nothing,
    createRetainedStreamCombi: empty,
    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    subscriptionsByClient: none,
    subscriptionsByTopic: none,
    cleanSubscriptions: nothing,
    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    outgoingStream: empty,
    incomingStorePacket: async (client: object, { messageId }: { messageId: number }) => {
      idsOf(client).add(messageId);
    },
    incomingGetPacket: async (client: object, { messageId }: { messageId: number }) => {
      if (!idsOf(client).has(messageId)) throw new Error("no such packet");
      return { messageId };
    },
    incomingDelPacket: async (client: object, { messageId }: { messageId: number }) => {
      idsOf(client).delete(messageId);
    },
    cleanIncoming: async (client: object) => {
      halfDone.delete(client);
    },
    putWill: nothing,
    delWill: nothing,
    streamWill: empty,
  };
};

/** aedes' fan-out, without it: nobody subscribes to what devices publish, and commands go to one socket. */
export const silentEmitter = () => {
  const settle = (_topic: string, _deliver: unknown, done?: () => void) => done?.();
  return {
    on: settle,
    removeListener: settle,
    emit: (_packet: unknown, done: (error: Error | null) => void) => done(null),
    close: (done: () => void) => setImmediate(done),
  };
};
