/** What the components of a page know of the installation. */
export const sampleSite = {
  brand: 'Radr',
  publicUrl: 'http://radr.test',
  sampleProfile: null,
  operatorLinks: [],
  zone: null,
  searchesTracks: false,
  registration: 'open' as const,
}
