/**
 * Value of the Feedback-ID header, by which Gmail groups spam reports: up to three identifiers that
 * many mails share, then the sender's name in 5 to 15 characters.
 */
export const feedbackId = (brand: string, ...identifiers: string[]): string =>
  [...identifiers, `${brand.toLowerCase().slice(0, 10)}-mail`].join(':')
