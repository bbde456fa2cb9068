import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { useWasOpen } from '#ui/base/use-was-open.ts'

/** A popover that is rendered when first opened: pages have many that never are. */
export function LazyPopover(props: PopoverProps) {
  return useWasOpen(props.isOpen === true) ? <Popover {...props} /> : null
}
