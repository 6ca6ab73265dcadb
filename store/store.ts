import { configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { api } from "#store/api.ts";
import { displaySlice } from "#store/display.ts";
import { tabsSlice } from "#store/tabs.ts";
import type { Transport } from "#store/transport.ts";

/** The console's store. Server rows live in the api's cache alone; slices hold view state. */
export const createStore = (transport: Transport) => {
  const store = configureStore({
    reducer: { api: api.reducer, display: displaySlice.reducer, tabs: tabsSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { transport } }, serializableCheck: false }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
};

export type Store = ReturnType<typeof createStore>;
export type State = ReturnType<Store["getState"]>;
export type Dispatch = Store["dispatch"];
