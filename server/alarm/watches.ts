import type { Watch } from "./watch.ts";

const none: readonly Watch[] = [];

/** All watches: by key, and those of a rule or a device, which are looked at when it changes. */
export class Watches {
  readonly #byKey = new Map<string, Watch>();
  readonly #byRule = new Map<string, Set<Watch>>();
  readonly #byDevice = new Map<string, readonly Watch[]>();

  get(key: string): Watch | undefined {
    return this.#byKey.get(key);
  }

  all(): Iterable<Watch> {
    return this.#byKey.values();
  }

  /** As they are now: they may be removed meanwhile. */
  ofRule(ruleId: string): readonly Watch[] {
    return [...(this.#byRule.get(ruleId) ?? none)];
  }

  ofDevice(deviceId: string): readonly Watch[] {
    return this.#byDevice.get(deviceId) ?? none;
  }

  add(watch: Watch): void {
    this.#byKey.set(watch.key, watch);
    const ruleId = watch.rule.definition.id;
    const ofRule = this.#byRule.get(ruleId);
    if (ofRule) ofRule.add(watch);
    else this.#byRule.set(ruleId, new Set([watch]));
    this.#byDevice.set(watch.device.id, [...this.ofDevice(watch.device.id), watch]);
  }

  delete(watch: Watch): void {
    this.#byKey.delete(watch.key);
    const ruleId = watch.rule.definition.id;
    const ofRule = this.#byRule.get(ruleId);
    ofRule?.delete(watch);
    if (ofRule?.size === 0) this.#byRule.delete(ruleId);
    const left = this.ofDevice(watch.device.id).filter((other) => other !== watch);
    if (left.length > 0) this.#byDevice.set(watch.device.id, left);
    else this.#byDevice.delete(watch.device.id);
  }
}
