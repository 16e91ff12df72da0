import type { RefusedFile } from '../documents/accept-files.ts'

/** Each refused file by its name, with what to do about it. */
export function RefusedFiles({ files }: { files: readonly RefusedFile[] }) {
  return (
    <ul>
      {files.map(({ name, reason }) => (
        <li key={name} data-refused-file={name}>
          <strong>{name}</strong>: {reason}
        </li>
      ))}
    </ul>
  )
}
