import type { FilterViewProps } from '../filter-type.ts'
import { SingleChoice } from '../shared/SingleChoice.tsx'
import { choices } from './index.ts'

export default function TimeColumnFilterView(props: FilterViewProps<readonly string[]>) {
  return <SingleChoice {...props} choices={choices} />
}
