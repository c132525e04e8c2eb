import type { Context } from '../../platform/context.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { createWebApi } from '../web-api.ts'
import { fetchOembed } from './oembed.ts'
import { type TrackDetails, UnusableResponse } from './track-details.ts'
import { fetchTrackPage } from './track-page.ts'

/** Milliseconds for one source: responses usually take less than a second. */
const timeLimitMs = 5_000
/** A source that gives no response, or none but 429 and 5xx, so often in a row is left alone for a while. */
const threshold = 3
const restMs = 10 * 60_000

export type TrackSources = ReturnType<typeof createTrackSources>

/** Where details of tracks come from, the best first. Each process has its own. */
export function createTrackSources({ config, clock }: Pick<Context, 'config' | 'clock'>) {
  const services = config.outsideServices
  const webApi = createWebApi({ config, clock })
  const sources = [
    ...(webApi ? [webApi.getTrack] : []),
    (id: string, signal: AbortSignal) => fetchTrackPage(services, id, signal),
    (id: string, signal: AbortSignal) => fetchOembed(services, id, signal),
  ].map(fetchDetails => ({
    fetchDetails,
    breaker: createCircuitBreaker({
      now: () => clock.now().getTime(),
      threshold,
      cooldownMs: restMs,
    }),
  }))

  return {
    webApi,
    /** Asks one source after the other. Null if the first that responds does not have the track; throws the last error if none responds. */
    async fetch(trackId: string, signal: AbortSignal): Promise<TrackDetails | null> {
      let lastError: unknown
      for (const { fetchDetails, breaker } of sources) {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
        try {
          const found = await breaker.run(() => fetchDetails(trackId, limit).catch(asUnusable))
          if (!(found instanceof UnusableResponse)) return found
          lastError = found
        } catch (error) {
          lastError = error
          if (signal.aborted) break
        }
      }
      throw lastError
    },
  }
}

/** The source responded, if with nothing of use, so the circuit breaker does not count it as an outage. */
function asUnusable(error: unknown): UnusableResponse {
  if (error instanceof UnusableResponse) return error
  throw error
}
