/** Names this page to the server, which tells every other page what it changed. Made anew with each load; no secret. */
export const pageMark = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
