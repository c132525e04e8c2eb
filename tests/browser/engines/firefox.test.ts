import { firefox, firefoxWithoutNavigation } from './firefox.ts'
import { runJourneys } from './run-journeys.ts'

runJourneys(firefox)
runJourneys(firefoxWithoutNavigation, { onlyNavigations: true })
