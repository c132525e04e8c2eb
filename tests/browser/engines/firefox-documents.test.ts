import { firefoxWithoutNavigation } from './firefox.ts'
import { runJourneys } from './run-journeys.ts'

runJourneys(firefoxWithoutNavigation)
