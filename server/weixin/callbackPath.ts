/** Where WeChat posts what happens in the account of this id. */
export const callbackPath = (id: string): string => `/weixin/${id}`;
