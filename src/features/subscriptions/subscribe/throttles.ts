const TEN_MINUTES = 600_000

/** A law firm behind one address may subscribe as a whole; a program that plants addresses gets nowhere. */
export const SUBSCRIBE_THROTTLE = { name: 'subscribe', limit: 30, windowMs: TEN_MINUTES }

/** Wide: a mail provider sends the one-click requests of all its customers from a few addresses. */
export const LINK_THROTTLE = { name: 'unsubscribe', limit: 600, windowMs: TEN_MINUTES }
