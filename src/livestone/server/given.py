"""Dependencies that Litestar injects into routes.

``tables`` and ``people`` are the services, ``visitor`` owns the seats of who asks, ``secret`` keys
his invitations, ``caller`` is all of him; ``meeting`` is where people meet, ``grandstand`` what the
line server shows.
"""

from __future__ import annotations

from litestar.di import NamedDependency

from livestone.server.grandstand import Grandstand
from livestone.server.identity import Caller
from livestone.server.mail.service import Mail
from livestone.server.meeting.service import Meeting
from livestone.server.people.service import People
from livestone.server.staff.service import Staff
from livestone.server.study.analysts import Analysts
from livestone.server.study.reviews import Reviews
from livestone.server.study.service import Studies
from livestone.server.table import Tables
from livestone.server.talk.service import Talk

GivenTables = NamedDependency[Tables]
GivenMail = NamedDependency[Mail]
GivenMeeting = NamedDependency[Meeting]
GivenStaff = NamedDependency[Staff]
GivenAnalysts = NamedDependency[Analysts]
GivenReviews = NamedDependency[Reviews]
GivenStudies = NamedDependency[Studies]
GivenTalk = NamedDependency[Talk]
GivenPeople = NamedDependency[People]
GivenCaller = NamedDependency[Caller]
GivenVisitor = NamedDependency[str]
GivenSecret = NamedDependency[str]
GivenGrandstand = NamedDependency[Grandstand]
