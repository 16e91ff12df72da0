import addressparser from 'nodemailer/lib/addressparser'

export const oneMailbox = /^[^\s\p{C}<>@"(),:;[\]\\]+@[^\s\p{C}<>@"(),:;[\]\\]+$/u

export function splitMailbox(from: string): { name: string; address: string } {
  return { name: '', address: '', ...addressparser(from, { flatten: true })[0] }
}

/** The settings are checked by it, so that no message has another sender. */
export const isSender = (from: string) => oneMailbox.test(splitMailbox(from).address)
