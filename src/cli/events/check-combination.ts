import { Failure } from '../../domain/failure.ts'

/** The options that only go with certain others. */
type CombinedOptions = {
  readonly follow?: boolean
  readonly limit?: string
  readonly json?: boolean
  readonly webhook?: string
  readonly cursor?: string
}

/** Refuses options that do not go together. */
export function checkCombination({ follow, limit, json, webhook, cursor }: CombinedOptions): void {
  const isFollowing = follow === true
  const isWebhook = webhook !== undefined
  const misuses: readonly [isMisuse: boolean, message: string][] = [
    [isWebhook && !isFollowing, '--webhook needs --follow.'],
    [isWebhook && cursor === undefined, '--webhook needs --cursor.'],
    [!isWebhook && cursor !== undefined, '--cursor needs --webhook.'],
    [isFollowing && limit !== undefined, '--limit does not go with --follow.'],
    [isWebhook && json === true, '--json does not go with --webhook.'],
  ]
  const message = misuses.find(([isMisuse]) => isMisuse)?.[1]
  if (message !== undefined) throw new Failure('usage', message)
}
