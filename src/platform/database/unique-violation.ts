/** Whether a statement failed because of this constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
