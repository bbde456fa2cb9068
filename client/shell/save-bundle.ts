import { type BundledName, exportBundle } from '#calls/bundles.ts'
import { finishedFilesText, progressShare } from './bundle-progress.ts'
import { download } from './downloads.ts'

/** Exports rows as a bundle file; listed under their names while in progress. */
export function saveBundle(name: BundledName, ids: readonly number[], names: string): Promise<void> {
  return download(names, async ({ signal, tell }) => {
    const onProgress = (progress: Parameters<typeof finishedFilesText>[0]) =>
      tell(finishedFilesText(progress), progressShare(progress))
    const { content, fileName } = await exportBundle(name, ids, { signal, onProgress })
    return { content, fileName }
  })
}
