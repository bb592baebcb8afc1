"""Ways of saying things. A pattern that begins with ! is an imperative, which wrappings can stand before.

{X} a thing or several, {Y} a place, {P} its preposition, {Q} a person, {V} {Ved} {Ving} a verb of the world.
"""

CLAUSES = {
    "place": [
        "!put {X} {P} {Y}", "!put {X} {P} {Y}", "!place {X} {P} {Y}", "!set {X} {P} {Y}", "!lay {X} {P} {Y}", "!move {X} to {Y}", "!move {X} {P} {Y}",
        "!take {X} to {Y}", "!bring {X} to {Y}", "!carry {X} to {Y}", "!carry {X} over to {Y}", "!get {X} {P} {Y}", "!get {X} over to {Y}",
        "!stick {X} {P} {Y}", "!pop {X} {P} {Y}", "!chuck {X} {P} {Y}", "!toss {X} {P} {Y}", "!drop {X} {P} {Y}", "!stand {X} {P} {Y}",
        "!transfer {X} to {Y}", "!shift {X} to {Y}", "!deliver {X} to {Y}", "!store {X} {P} {Y}", "!stow {X} {P} {Y}", "!leave {X} {P} {Y}",
        "!deposit {X} {P} {Y}", "!return {X} to {Y}", "!relocate {X} to {Y}", "!have {X} {P} {Y}", "!let {Y} have {X}", "!load {X} {P} {Y}",
        "{X} goes {P} {Y}", "{X} belongs {P} {Y}", "{X} should go {P} {Y}", "{X} has to go {P} {Y}", "{X} needs to be {P} {Y}", "{X} must be {P} {Y}",
        "{X} should be {P} {Y}", "{X} is supposed to be {P} {Y}", "{X} ought to be {P} {Y}", "{X} wants to be {P} {Y}", "{X} must go {P} {Y}",
        "{X} {P} {Y}", "{X} to {Y}", "{X}: {Y}", "{X} -> {Y}", "{X} can go {P} {Y}", "{X} may stand {P} {Y}", "{X} lives {P} {Y}",
        "I want {X} {P} {Y}", "I'd like {X} {P} {Y}", "I need {X} {P} {Y}", "we need {X} {P} {Y}", "I would like to have {X} {P} {Y}",
        "I want to see {X} {P} {Y}", "I want {X} to be {P} {Y}", "I'd like {X} to go {P} {Y}", "I need {X} to be {P} {Y}",
        "{P} {Y} I want {X}", "{P} {Y} goes {X}", "{Y} is where {X} belongs", "{Y} is where {X} should be", "{Y} is missing {X}", "{Y} is the place for {X}",
        "{X} should end up {P} {Y}", "at the end {X} should be {P} {Y}", "in the end {X} is to be {P} {Y}", "{X} is to go {P} {Y}",
        "!see that {X} gets {P} {Y}", "!make sure {X} is {P} {Y}", "!make sure that {X} ends up {P} {Y}", "!see to it that {X} is {P} {Y}", "!ensure {X} is {P} {Y}",
        "!find {X} and put it {P} {Y}", "!pick up {X} and put it {P} {Y}", "!grab {X} and put it {P} {Y}", "!take {X} and place it {P} {Y}", "!get {X} and stick it {P} {Y}",
        "!take {X} and set it down {P} {Y}", "!fetch {X} and lay it {P} {Y}", "!pick {X} up and drop it {P} {Y}", "!grab {X} and take it to {Y}",
        "{X} is in the wrong place, it goes {P} {Y}", "{X}, put it {P} {Y}", "{X}, that goes {P} {Y}", "{X} is lying around, put it {P} {Y}", "somebody left {X} lying about, it belongs {P} {Y}",
        "could {X} go {P} {Y}", "can {X} go {P} {Y}", "can I have {X} {P} {Y}", "could we have {X} {P} {Y}", "can we get {X} {P} {Y}", "why is {X} not {P} {Y} yet",
        "what about putting {X} {P} {Y}", "how about {X} {P} {Y}", "{X} would look better {P} {Y}", "{X} would be better off {P} {Y}", "it's time for {X} to go {P} {Y}",
        "go get {X} and put it {P} {Y}", "let's have {X} {P} {Y}", "let's get {X} {P} {Y}", "the place of {X} is {Y}", "I left {X} out, back {P} {Y} with it", "off {P} {Y} with {X}",
        "!swap nothing, just put {X} {P} {Y}", "{Y} needs {X}", "there should be {X} {P} {Y}", "there has to be {X} {P} {Y}", "{X} shall be {P} {Y}", "{X} shall be placed {P} {Y}", "{X} is wanted {P} {Y}",
    ],
    "person": [
        "!bring {Q} {X}", "!bring {X} to {Q}", "!give {X} to {Q}", "!give {Q} {X}", "!hand {X} to {Q}", "!hand {Q} {X}", "!take {X} to {Q}", "!take {Q} {X}",
        "!fetch {X} for {Q}", "!get {X} for {Q}", "!get {Q} {X}", "!pass {X} to {Q}", "!carry {X} over to {Q}", "!deliver {X} to {Q}", "!hand over {X} to {Q}", "!serve {Q} {X}",
        "{Q} wants {X}", "{Q} needs {X}", "{Q} would like {X}", "{Q} asked for {X}", "{Q} is asking for {X}", "{Q} is waiting for {X}", "{Q} should get {X}", "{Q} gets {X}",
        "{Q} should have {X}", "{Q} must have {X}", "{X} for {Q}", "{X} goes to {Q}", "{X} is for {Q}", "{X} to {Q}", "{X} belongs to {Q}, take it over", "{Q} has been looking for {X}",
        "!see that {Q} gets {X}", "!make sure {Q} has {X}", "!let {Q} have {X}", "can {Q} have {X}", "could {Q} get {X}", "{Q} could use {X}", "{Q} left {X} behind, take it over", "!pick up {X} and give it to {Q}",
        "!take {X} and bring it to {Q}", "I want {Q} to have {X}", "I'd like {Q} to get {X}", "{Q} cannot reach {X}", "{Q} can't do without {X}",
    ],
    "me": [
        "!bring me {X}", "!bring {X} to me", "!give me {X}", "!give {X} to me", "!get me {X}", "!fetch me {X}", "!fetch {X}", "!hand me {X}", "!pass me {X}", "!get {X} for me",
        "!bring {X}", "!bring {X} here", "!bring {X} over here", "!let me have {X}", "!hand {X} over", "!take {X} to me", "!deliver {X} to me", "!hand {X} over to me", "!carry {X} over to me",
        "I need {X}", "I want {X}", "I'd like {X}", "I would like {X}", "I could use {X}", "I could do with {X}", "can I have {X}", "could I have {X}", "may I have {X}", "can I get {X}", "could I get {X}",
        "{X} please", "{X} for me", "{X} to me", "I'm missing {X}", "I can't reach {X}", "I'm looking for {X}, bring it", "I am waiting for {X}", "where is {X}? bring it here", "I'd love {X}", "I fancy {X}",
        "!pick up {X} and bring it to me", "!get {X} and give it to me", "!find {X} and bring it to me", "!grab {X} and come here with it", "{X} should be here with me", "I want to have {X}", "I'd like to have {X} here",
        "I'll have {X}", "I'd better have {X}", "I forgot {X}", "I left {X} over there, get it for me", "we need {X} over here", "!come here with {X}", "my hands are full, bring {X} over",
    ],
    "go": [
        "!go to {Y}", "!drive to {Y}", "!move to {Y}", "!go over to {Y}", "!head to {Y}", "!wait at {Y}", "!wait for me at {Y}", "!come to {Y}", "!park yourself at {Y}", "!be at {Y}", "!go and stand by {Y}",
        "your place is at {Y}", "I want you at {Y}", "I need you at {Y}", "off to {Y} with you", "off you go to {Y}", "!position yourself at {Y}", "!return to {Y}", "!go back to {Y}", "you should be at {Y}",
        "!travel to {Y}", "!roll over to {Y}", "!stand at {Y}", "!stay at {Y}", "you can wait at {Y}", "!get yourself to {Y}", "!take up position at {Y}", "!park at {Y}", "!stop at {Y}", "you're needed at {Y}",
    ],
    "hold": [
        "!pick up {X}", "!pick {X} up", "!take {X}", "!grab {X}", "!hold {X}", "!hold on to {X}", "!keep {X} in your gripper", "!lift {X}", "!lift {X} up", "!grasp {X}", "!take {X} in your hand", "!have {X} in your hand",
        "!get hold of {X}", "I want you to hold {X}", "{X} should be in your gripper", "{X} into your hand", "!take hold of {X}", "!seize {X}", "!pick {X} up and wait", "!hold {X} for a moment", "!take {X} into your gripper", "!have {X} ready in the gripper",
    ],
    "where": [
        "where is {X}", "where's {X}", "!find {X}", "!find out where {X} is", "!locate {X}", "!tell me where {X} is", "!look for {X}", "have you seen {X}", "I can't find {X}", "any idea where {X} is", "do you know where {X} is",
        "where did I leave {X}", "where has {X} got to", "!search for {X}", "I've lost {X}", "I wonder where {X} is", "!go look for {X}", "!check where {X} is", "I need to know where {X} is", "where might {X} be", "{X} has gone missing", "what happened to {X}, where is it",
    ],
    "whether": [
        "!check whether {X} is {S}", "is {X} {S}", "!see if {X} is {S}", "!look whether {X} is {S}", "!find out if {X} is {S}", "!tell me whether {X} is {S}", "!have a look at {X}", "I'd like to know whether {X} is {S}", "!look if {X} is {S}", "did somebody leave {X} {S}? have a look", "!check {X}",
    ],
    "open": [
        "!open {X}", "!open {X}", "!open up {X}", "!leave {X} open", "!get {X} open", "!pull {X} open", "{X} should be open", "{X} open", "{X} has to be open", "{X} must be open", "!make sure {X} is open", "!see that {X} is open", "I want {X} open", "I'd like {X} open", "I need {X} open",
        "{X} needs to be open", "{X} shall be open", "let's have {X} open", "{X} needs opening", "!have {X} open", "{X} should not be closed", "{X} must not be shut in the end", "could {X} be opened", "{X} is shut, change that", "!leave {X} standing open",
    ],
    "close": [
        "!close {X}", "!close {X}", "!shut {X}", "!leave {X} closed", "!get {X} closed", "!push {X} shut", "{X} should be closed", "{X} closed", "{X} shut", "{X} has to be closed", "{X} must be shut", "!make sure {X} is closed", "!see that {X} is shut", "I want {X} closed", "I'd like {X} shut", "I need {X} closed",
        "{X} needs to be closed", "{X} shall be closed", "let's have {X} closed", "{X} needs closing", "!have {X} shut", "{X} should not be open", "{X} must not be left open", "could {X} be closed", "{X} is open, change that", "!don't leave {X} open", "{X} is not to be left open", "I don't want {X} left open",
    ],
    "on": [
        "!switch on {X}", "!switch {X} on", "!turn on {X}", "!turn {X} on", "{X} on", "{X} should be on", "{X} has to be on", "{X} must be running", "!start {X}", "!make sure {X} is on", "I want {X} on", "I need {X} running", "{X} needs to be on", "!get {X} going", "!put {X} on", "!power up {X}", "could {X} be switched on", "!leave {X} on", "!run {X}",
    ],
    "off": [
        "!switch off {X}", "!switch {X} off", "!turn off {X}", "!turn {X} off", "{X} off", "{X} should be off", "{X} has to be off", "{X} must not be running", "!stop {X}", "!make sure {X} is off", "I want {X} off", "{X} needs to be off", "could {X} be switched off", "!leave {X} off", "{X} must not be left on", "!don't leave {X} on", "!power down {X}",
    ],
    "press": [
        "!press {X}", "!push {X}", "!hit {X}", "!press down {X}", "{X} needs pressing", "!give {X} a push", "!give {X} a press", "{X} should be pressed", "{X} has to be pressed", "I want {X} pressed", "!tap {X}", "!make sure {X} gets pressed", "!poke {X}", "could you press {X}", "!get {X} pressed", "!push {X} in", "{X} please",
    ],
    "verb": [
        "!{V} {X}", "!{V} {X}", "!{V} {X}", "{X} needs {Ving}", "{X} has to be {Ved}", "!get {X} {Ved}", "!have {X} {Ved}", "{X} should be {Ved}", "{X} must be {Ved}", "I want {X} {Ved}", "I'd like {X} {Ved}", "!make sure {X} is {Ved}", "!see that {X} gets {Ved}", "{X} wants {Ving}",
        "!give {X} a {V}", "I need {X} {Ved}", "{X} isn't {Ved} yet, do it", "could {X} be {Ved}", "{X} is to be {Ved}", "has {X} been {Ved}? if not, do it", "{X} could do with a {V}", "in the end {X} should be {Ved}",
    ],
}

NEVER = {
    "open": [
        "never open {X}", "without opening {X}", "!don't open {X}", "{X} must never be opened", "at no time may {X} be open", "{X} must not be opened", "{X} stays closed the whole time", "!keep {X} shut throughout", "!keep {X} closed all the while",
        "{X} is not to be opened", "nobody opens {X}", "don't you open {X}", "{X} has to stay shut meanwhile", "{X} remains closed at all times", "under no circumstances open {X}", "opening {X} is forbidden", "{X} must not stand open at any moment",
    ],
    "close": [
        "never close {X}", "without closing {X}", "!don't close {X}", "{X} must never be closed", "at no time may {X} be closed", "!don't shut {X}", "{X} is not to be closed", "don't you close {X}",
    ],
}

PREFIXES = [
    "please *", "please *", "can you *", "could you *", "could you please *", "can you please *", "would you *", "will you *", "hey robot, *", "robot, *", "ok, *", "okay robot, *", "hey, *", "hi, could you *", "I'd like you to *", "I want you to *", "I need you to *",
    "you should *", "you must *", "you can *", "your job is to *", "your task: *", "when you have a minute, *", "when you get the chance, *", "quick one: *", "next task: *", "be so kind and *", "be a dear and *", "kindly *", "go and *", "now *", "just *", "it's time to *", "we need to *",
    "don't forget to *", "remember to *", "try to *", "you are to *", "would you be so good as to *", "do me a favour and *", "I'd be glad if you could *", "may I ask you to *", "I was wondering if you could *", "would it be possible to *", "if you can, *", "go ahead and *", "so, *", "right, *", "task: *", "mate, *", "pls *", "plz *", "can u *", "could u pls *", "hello, please *", "good morning, please *", "I want that you *", "please to *", "it would be nice if you could *", "you need to *", "you have to *",
]

SUFFIXES = [
    " please", ", please", " thanks", ", thanks", " thank you", " for me", " now", " right now", " asap", ", will you", ", would you", " when you get the chance", " if you can", ", ok?", " cheers", " by tonight", " before lunch", " as soon as possible", " quickly", " carefully", " again", " mate", " my dear", " if it isn't too much trouble", " when you are done", ", if you would", " today", " this time", " for a change", " there's a good robot",
]

JOINS = [
    " and ", " and ", ", and ", ", then ", ". Then ", ". After that, ", ". ", ". ", ", ", "; ", " and then ", " and after that ", ". Next, ", ". Also ", " and also ", ". Once that is done, ", ". Afterwards ", ", plus ", ". Oh, and ", ". When that's done, ", ". And ", " & ",
]

BEFORE = ["before you {B}, {A}", "{A} before you {B}", "after you {A}, {B}", "once you have done that: {A}, {B}", "{A}, and only then {B}", "first {A}, then {B}", "first of all {A}, after that {B}"]

REASONS = [
    "we are having guests tonight", "the kids are coming home", "it is getting late", "I am in a hurry", "my back hurts", "I can't get up", "it's cold", "we are short of time", "I've got my hands full", "the boss is coming", "the shift ends soon", "I am tired", "it's raining",
    "everybody is waiting", "it looks messy", "the audit is tomorrow", "nobody else is here", "somebody will trip", "I have a meeting", "it drives me mad", "we're closing soon", "I don't feel well", "I'm about to leave", "that's how we do it here", "it's the rule", "I am expecting a visitor", "it smells", "I need some peace", "you know how it is", "the doctor said so",
]

LATER = ["Thanks!", "That is all.", "That's it.", "Thank you very much.", "No rush.", "Take your time.", "Hurry up.", "Be careful.", "You're a star.", "Much appreciated.", "Let me know when you're done.", "Nothing else.", "Then you can rest.", "I'll be back in an hour."]

ASIDES = ["It is on the {Z}.", "It's currently on the {Z}.", "It should be on the {Z}.", "You will find it in the {Z}.", "I think it is on the {Z}.", "It's lying on the {Z}.", "It used to be in the {Z}.", "I left it on the {Z}.", "It is near the {Z}.", "Not the {Z} this time."]
