import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** Leads to another address instead of this one; again when yet another comes before it is reached, where the router's own would lead once. */
export function LeadTo({ to }: { to: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (location.pathname !== to) void navigate(to, { replace: true });
  }, [navigate, to, location]);
  return null;
}
