import { faults, measureFault, openFaultFixture } from '../tests/database-faults.ts'

// Run by bench/faults.ts, which builds it.

const [followers = 5_000, outage = 15, silence = 60] = process.argv.slice(2).map(Number)
const fixture = await openFaultFixture()
if (!fixture) throw new Error('PostgreSQL is not installed')
console.log(`A drop to ${followers} followers, ten requests a second\n`)
console.log('| fault | requests lost | slowest answer s | mails doubled | seconds to recover |')
console.log('| --- | ---: | ---: | ---: | ---: |')
for (const [n, fault] of faults(outage, silence).entries()) {
  const report = await measureFault(fixture, fault, `star${n}`, followers)
  const slowest = Math.max(...report.requests.map(({ ms }) => ms)) / 1000
  console.log(
    `| ${fault.name} | ${report.lost} of ${report.requests.length} | ${slowest.toFixed(1)} | ${report.doubled} | ${report.secondsToRecover.toFixed(1)} |`,
  )
}
await fixture.close()
