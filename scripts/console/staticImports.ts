import { parseAst, type Rolldown } from "vite";

/** Names that are imported of a module; undefined for all of it. */
type Names = readonly string[] | undefined;

export interface Import {
  readonly source: string;
  readonly names: Names;
  /** Of what is handed on alone: under which names. Undefined for all names of the source. */
  readonly as?: readonly string[] | undefined;
}

export interface Imports {
  readonly all: readonly Import[];
  /** Does nothing but hand on what other modules export. */
  readonly isBarrel: boolean;
}

const nameOf = (node: { type: string; name?: string; value?: unknown }): string =>
  node.type === "Literal" ? String(node.value) : (node.name ?? "");

/** What a module imports, by name. */
export const importsOf = (code: string): Imports => {
  const all: Import[] = [];
  const brought = new Map<string, { source: string; names: Names }>();
  let isBarrel = true;
  for (const statement of parseAst(code).body) {
    if (statement.type === "ImportDeclaration") {
      const names: string[] = [];
      let whole = false;
      for (const one of statement.specifiers) {
        if (one.type === "ImportNamespaceSpecifier") whole = true;
        const name = one.type === "ImportSpecifier" ? nameOf(one.imported) : "default";
        if (one.type !== "ImportNamespaceSpecifier") names.push(name);
        const source = statement.source.value;
        brought.set(one.local.name, { source, names: one.type === "ImportNamespaceSpecifier" ? undefined : [name] });
      }
      all.push({ source: statement.source.value, names: whole ? undefined : names });
      if (statement.specifiers.length === 0) isBarrel = false;
    } else if (statement.type === "ExportAllDeclaration") {
      const as = statement.exported ? [nameOf(statement.exported)] : undefined;
      all.push({ source: statement.source.value, names: undefined, as });
    } else if (statement.type === "ExportNamedDeclaration" && statement.source) {
      for (const { local, exported } of statement.specifiers)
        all.push({ source: statement.source.value, names: [nameOf(local)], as: [nameOf(exported)] });
    } else if (statement.type === "ExportNamedDeclaration" && !statement.declaration) {
      for (const { local, exported } of statement.specifiers) {
        const from = brought.get(nameOf(local));
        if (from) all.push({ ...from, as: [nameOf(exported)] });
        else isBarrel = false;
      }
    } else isBarrel = false;
  }
  return { all, isBarrel };
};

type Graph = Pick<Rolldown.PluginContext, "getModuleInfo" | "resolve">;

/**
 * Modules that come with some, by their static imports. Of a barrel only what is asked for by name: the bundler
 * drops the rest.
 */
export const openReach = (graph: Graph) => {
  const read = new Map<string, Promise<{ imports: Imports; targets: ReadonlyMap<string, string> }>>();
  const importsOfId = (id: string) => {
    const known = read.get(id) ?? readImports(id);
    read.set(id, known);
    return known;
  };
  const readImports = async (id: string) => {
    const code = graph.getModuleInfo(id)?.code ?? "";
    const imports = importsOf(code);
    const sources = [...new Set(imports.all.map(({ source }) => source))];
    const found = await Promise.all(sources.map(async (source) => [source, (await graph.resolve(source, id))?.id] as const));
    return { imports, targets: new Map(found.flatMap(([source, target]) => (target === undefined ? [] : [[source, target] as const]))) };
  };
  const isScript = (id: string) => /\.[cm]?[jt]sx?$/.test(id);

  const exportsName = async (id: string, name: string): Promise<boolean> => {
    const { imports, targets } = await importsOfId(id);
    if (graph.getModuleInfo(id)?.exports?.includes(name)) return true;
    for (const { source, names, as } of imports.all) {
      const target = targets.get(source);
      if (names === undefined && as === undefined && target !== undefined && (await exportsName(target, name))) return true;
    }
    return false;
  };

  return async (roots: readonly string[]): Promise<Set<string>> => {
    const whole = new Set<string>();
    const asked = new Set<string>();
    const reach = async (id: string, names: Names): Promise<void> => {
      const info = graph.getModuleInfo(id);
      if (whole.has(id) || !info) return;
      if (!isScript(id)) {
        whole.add(id);
        return;
      }
      const { imports, targets } = await importsOfId(id);
      if (names !== undefined && imports.isBarrel) return reachNames(id, names);
      whole.add(id);
      const named = new Set(targets.values());
      for (const { source, names: of } of imports.all) {
        const target = targets.get(source);
        if (target !== undefined) await reach(target, of);
      }
      for (const other of info.importedIds) if (!named.has(other)) await reach(other, undefined);
    };
    const reachNames = async (barrel: string, names: readonly string[]): Promise<void> => {
      const { imports, targets } = await importsOfId(barrel);
      for (const name of names) {
        if (asked.has(`${barrel} ${name}`)) continue;
        asked.add(`${barrel} ${name}`);
        for (const { source, names: of, as } of imports.all) {
          const target = targets.get(source);
          if (target === undefined) continue;
          if (as?.includes(name)) await reach(target, of);
          else if (of === undefined && as === undefined && (await exportsName(target, name))) await reach(target, [name]);
        }
      }
    };
    for (const root of roots) await reach(root, undefined);
    return whole;
  };
};
