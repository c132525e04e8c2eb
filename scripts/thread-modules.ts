/** Modules that run in threads of their own (`src/platform/thread.ts`): they are built as files beside the server's. */
export const threadModules = {
  'embedded-thread': 'src/platform/database/embedded-thread.ts',
  'parse-report': 'src/mail/bounces/parse-report.ts',
  'read-archive': 'src/archive/read-archive.ts',
}
