import type { AlarmDevice, Rule, RuleDefinition } from "./rule.ts";

interface Kept {
  readonly ofAll: Set<Rule>;
  readonly ofOne: Map<string, Set<Rule>>;
}

/** Rules by what they look at; those of single devices are found by their device, so that many of them cost the others nothing. */
export class RulesBy {
  readonly #kept = new Map<string, Kept>();

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** Those that are of the device. */
  of(key: string, device: AlarmDevice): Rule[] {
    const kept = this.#kept.get(key);
    if (!kept) return [];
    return [...kept.ofAll, ...(kept.ofOne.get(device.id) ?? [])].filter((rule) => isOf(rule, device));
  }

  add(key: string, rule: Rule): void {
    const kept = this.#kept.get(key) ?? { ofAll: new Set(), ofOne: new Map() };
    this.#kept.set(key, kept);
    const { deviceId } = rule.definition;
    if (deviceId === null) return void kept.ofAll.add(rule);
    const own = kept.ofOne.get(deviceId);
    if (own) own.add(rule);
    else kept.ofOne.set(deviceId, new Set([rule]));
  }

  delete(key: string, rule: Rule): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    const { deviceId } = rule.definition;
    const own = deviceId === null ? undefined : kept.ofOne.get(deviceId);
    (own ?? kept.ofAll).delete(rule);
    if (deviceId !== null && own?.size === 0) kept.ofOne.delete(deviceId);
    if (kept.ofAll.size === 0 && kept.ofOne.size === 0) this.#kept.delete(key);
  }
}

/** Whether the organisation is one of those of a path such as `root/north/`. */
const isIn = (path: string, companyId: string): boolean => path.startsWith(`${companyId}/`) || path.includes(`/${companyId}/`);

/**
 * Whether the rule is one of this device, or of all devices of its type, or of every type, of an organisation that it is in: a template may
 * be used by others as well.
 */
export const isOf = (
  {
    definition: { deviceId, deviceTypeId, companyId },
  }: { readonly definition: Pick<RuleDefinition, "deviceId" | "deviceTypeId" | "companyId"> },
  device: Pick<AlarmDevice, "id" | "typeId" | "companyPath">,
): boolean =>
  deviceId === null
    ? (deviceTypeId === null || deviceTypeId === device.typeId) && isIn(device.companyPath, companyId)
    : deviceId === device.id;
