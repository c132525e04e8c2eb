export const undeliveredPageSize = 20
/** As many are counted, because each is looked up at each request. */
export const maxRetryable = 100
