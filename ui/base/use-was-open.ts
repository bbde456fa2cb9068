import { useState } from 'react'

/** Whether what may be open ever was: what nobody has opened is not made. It stays once it was open, to close in its own time. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen
}
