/** A message of a million lines: no limit of ours makes it cheap, since the MIME parser needs more than a gigabyte for them. */
export const manyLines = (address: string) =>
  `From: MAILER-DAEMON@mail.example.net\nTo: <${address}>\nSubject: Undeliverable\nMIME-Version: 1.0\nContent-Type: text/plain\n\n${'\n'.repeat(1_000_000)}\n`
