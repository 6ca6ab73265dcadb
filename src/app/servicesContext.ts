import { createContext, useContext } from "react";
import type { AppServices } from "#src/app/services.ts";

export const ServicesContext = createContext<AppServices | undefined>(undefined);

export const useServices = (): AppServices => {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("useServices outside the application");
  return services;
};
