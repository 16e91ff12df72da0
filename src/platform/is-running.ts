/** Whether a process of this machine, and of this namespace of process numbers, has the number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, for another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
