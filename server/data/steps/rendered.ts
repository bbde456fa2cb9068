import type { Parcel } from '../plan/parcel.ts'
import type { Works } from '../works.ts'

/** The question with its templates rendered for who asks. */
export async function rendered({ templates }: Works, parcel: Parcel): Promise<Parcel> {
  const { asking, loaded, question, rules, ranges } = parcel
  const { user, context, signal } = asking
  const { query } = question
  const plain = await templates.question({ user, context, loaded, query, rules, ranges, signal })
  return {
    ...parcel,
    loaded: { ...loaded, dataset: plain.dataset },
    question: { ...question, query: plain.query },
    rules: plain.rules,
    tables: plain.tables,
    read: plain.read,
    keys: plain.keys,
  }
}
