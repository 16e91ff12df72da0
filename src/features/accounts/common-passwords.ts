/*
 * Words and phrases from which common passwords are made (PROMISES 4). Whole lists of leaked passwords hold almost
 * nothing of 15 characters that is not put together from these, from sequences and from rows of the keyboard.
 */

const WORDS = `
password passwort passwd contrasena motdepasse senha parola wachtwoord
admin administrator administration moderator superuser sysadmin webmaster operator manager support service
login signin logon welcome willkommen bienvenue letmein enter access open opensesame changeme change default
secret geheim topsecret private secure security safe guest user username root master test tester testing temp
temporary sample example demo hello goodbye trustno trustme nopassword forgot whatever nothing something anything
iloveyou loveyou ilove love lover forever always friend friends family mother father daughter brother sister
baby angel princess prince queen sunshine flower butterfly rainbow summer winter spring autumn monday friday
january february march april august september october november december
monkey dragon tiger lion eagle falcon phoenix wolf horse panther spider turtle dolphin kitten puppy chicken
football baseball basketball soccer hockey tennis golf liverpool arsenal chelsea barcelona yankees lakers cowboys
steelers packers patriots redsox rangers ferrari mercedes porsche mustang corvette harley yamaha
superman batman spiderman starwars startrek pokemon pikachu naruto minecraft fortnite matrix gandalf hogwarts
michael jennifer jessica ashley daniel andrew joshua matthew thomas robert william charlie jordan hunter michelle
nicole amanda samantha george patrick richard alexander anthony christopher elizabeth victoria
killer shadow ninja samurai warrior soldier captain pirate wizard merlin blessed jesus christ heaven
america canada london newyork california texas chicago boston dallas washington
computer internet google facebook instagram twitter microsoft windows apple samsung android iphone server database
money dollar million cheese chocolate cookie banana orange pepper ginger coffee pizza
blue green black white purple silver golden yellow
docket court courts judge justice lawyer attorney counsel clerk case filing filings entry entries plaintiff
defendant appeal motion brief district supreme federal legal law publication notification
the and for you are not with this that your from have mine to of my is it in me we
abc xyz qwe asd zxc qaz wsx edc rfv tgb yhn ujm one two three four five six seven eight nine ten zero
`

const PHRASES = `
correcthorsebatterystaple thequickbrownfoxjumpsoverthelazydog thequickbrownfox maytheforcebewithyou
tobeornottobe thatisthequestion loremipsumdolorsitamet loremipsum nevergonnagiveyouup iloveyousomuch
inthebeginning onceuponatime allyourbasearebelongtous winteriscoming livelongandprosper thereisnospoon
threecankeepasecret justice4all libertyandjusticeforall wethepeople ingodwetrust youshallnotpass
ihavenoidea idontknow thisismypassword mypassword nottelling donttellanyone mysecretpassword supersecret
`

const list = (text: string) => text.trim().split(/\s+/)

export const COMMON_WORDS: readonly string[] = [...list(WORDS), ...list(PHRASES)]
