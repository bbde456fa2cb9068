import type { FilterViewProps } from '../filter-type.ts'
import { OneOf } from '../shared/OneOf.tsx'
import { choices } from './index.ts'

export default function TimeGrainFilterView(props: FilterViewProps<readonly string[]>) {
  return <OneOf {...props} choices={choices} />
}
