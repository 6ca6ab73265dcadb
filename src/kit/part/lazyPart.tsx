import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { loadPart } from "./loadPart.ts";
import { PartBoundary } from "./partBoundary.tsx";
import type { PartPlace } from "./partTroubleNote.tsx";

interface PartOptions<P> {
  /** Where it stands, and so what is drawn when it does not come. */
  place?: PartPlace;
  /** Drawn while it is on its way, and in a nook for as long as it does not come. */
  waiting?: ReactNode | ((props: P) => ReactNode);
}

interface Source<P> {
  component(): ComponentType<P>;
  /** Loads anew what did not come. */
  renew(): void;
}

const openSource = <P extends object>(load: () => Promise<ComponentType<P>>): Source<P> => {
  let failed = false;
  const make = () =>
    lazy(async () => {
      try {
        return { default: await loadPart(load) };
      } catch (fault) {
        failed = true;
        throw fault;
      }
    }) as unknown as ComponentType<P>;
  let current = make();
  return {
    component: () => current,
    renew() {
      if (failed) current = make();
      failed = false;
    },
  };
};

interface PartFrameProps<P> {
  source: Source<P>;
  place: PartPlace;
  waiting: ReactNode;
  props: P;
}

function PartFrame<P extends object>({ source, place, waiting, props }: PartFrameProps<P>) {
  const [, draw] = useState(0);
  const Loaded = source.component();
  const close = "onClose" in props && typeof props.onClose === "function" ? props.onClose : undefined;
  return (
    <PartBoundary
      place={place}
      onRetry={() => {
        source.renew();
        draw((count) => count + 1);
      }}
      onClose={close && (() => close())}
      waiting={waiting}
    >
      <Suspense fallback={waiting}>
        <Loaded {...props} />
      </Suspense>
    </PartBoundary>
  );
}

/** A component that is loaded when it is first drawn. One that does not come takes nothing else along: it says so, and comes later. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  { place = "room", waiting = null }: PartOptions<P> = {},
): ComponentType<P> => {
  const source = openSource(load);
  const waitingFor = typeof waiting === "function" ? waiting : () => waiting;
  return (props) => <PartFrame source={source} place={place} waiting={waitingFor(props)} props={props} />;
};
