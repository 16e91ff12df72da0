/* PACER's court IDs are regular: `njd` is the District of New Jersey, `nysb` a bankruptcy court in New York. */

const STATES =
  byCode(`al Alabama,ak Alaska,az Arizona,ar Arkansas,ca California,co Colorado,ct Connecticut,de Delaware,dc Columbia,
  fl Florida,ga Georgia,gu Guam,hi Hawaii,id Idaho,il Illinois,in Indiana,ia Iowa,ks Kansas,ky Kentucky,la Louisiana,
  me Maine,md Maryland,ma Massachusetts,mi Michigan,mn Minnesota,ms Mississippi,mo Missouri,mt Montana,ne Nebraska,
  nv Nevada,nh New Hampshire,nj New Jersey,nm New Mexico,ny New York,nc North Carolina,nd North Dakota,oh Ohio,
  ok Oklahoma,or Oregon,pa Pennsylvania,pr Puerto Rico,ri Rhode Island,sc South Carolina,sd South Dakota,tn Tennessee,
  tx Texas,ut Utah,vt Vermont,vi Virgin Islands,va Virginia,wa Washington,wv West Virginia,wi Wisconsin,wy Wyoming`)

const PARTS = byCode('n Northern,s Southern,e Eastern,w Western,m Middle,c Central')

function byCode(list: string): Record<string, string> {
  return Object.fromEntries(list.split(',').map((one) => one.trim().split(/ (.*)/)))
}

/** @returns the court's full name, or `''` for an ID of another form */
export function courtName(id: string): string {
  const [, state = '', part = '', kind] = /^([a-z]{2})([nsewmc]?)([db])$/.exec(id) ?? []
  const place = STATES[state]
  if (!place) return ''
  const court = kind === 'b' ? 'United States Bankruptcy Court' : 'United States District Court'
  return `${court}, ${part && `${PARTS[part]} `}District of ${place}`
}
